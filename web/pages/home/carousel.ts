import { type FocusEvent, type PointerEvent, useEffect, useState, useSyncExternalStore } from 'react'

/** The slide after the last is the first. */
export function nextSlide(shown: number, slides: number): number {
  return (shown + 1) % slides
}

/** Which slide shows. It moves on by itself unless somebody points at it, has the focus in it, paused it, or wants no motion. */
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
    /** Nothing would rotate: there is nothing to pause. */
    still,
    /** For the element that holds all of it. A finger does not hover. */
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
