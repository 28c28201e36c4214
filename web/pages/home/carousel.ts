import { type FocusEvent, type PointerEvent, useEffect, useState, useSyncExternalStore } from 'react'

/** The index of the next slide; the first follows the last. */
export function nextSlide(shown: number, slides: number): number {
  return (shown + 1) % slides
}

/**
 * The current slide. It advances automatically unless it is hovered, focused or paused, or the user prefers reduced
 * motion.
 */
export function useCarousel({ slides, rotationMs }: { slides: number; rotationMs: number }) {
  const [shown, show] = useState(0)
  const [paused, setPaused] = useState(false)
  const [pointedAt, setPointedAt] = useState(false)
  const [focused, setFocused] = useState(false)
  const still = useReducedMotion()
  const rotates = !(paused || pointedAt || focused || still)

  useEffect(() => {
    if (!rotates) return
    const timer = setTimeout(() => show(nextSlide(shown, slides)), rotationMs)
    return () => clearTimeout(timer)
  }, [rotates, shown, slides, rotationMs])

  return {
    shown,
    show,
    rotates,
    paused,
    setPaused,
    /** Reduced motion: there is nothing to pause. */
    still,
    /** Event handlers for the container. Touch does not count as hovering. */
    watch: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointedAt(pointerType === 'mouse'),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  }
}

const QUERY = '(prefers-reduced-motion: reduce)'

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(QUERY)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(QUERY).matches,
    () => false,
  )
}
