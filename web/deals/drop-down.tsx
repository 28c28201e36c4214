import { useLingui } from '@lingui/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { buttonClass } from '#web/ui/button.tsx'

interface DropDownProps {
  /** Label of the button. */
  label: string
  /** Number of active choices. */
  amount?: number
  children: ReactNode
}

/** A button that opens a panel below it, even without scripts. With scripts, Escape or a click outside closes it. */
export function DropDown({ label, amount = 0, children }: DropDownProps) {
  const { i18n } = useLingui()
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = () => {
      if (box.current) box.current.open = false
    }
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) close()
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !box.current?.open) return
      close()
      box.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return (
    <details ref={box} name="deal-tools">
      <summary className={buttonClass({ tone: 'plain' })}>
        {label}
        {amount > 0 && (
          <span className="tab-amount">
            <span aria-hidden>{amount}</span>
            <span className="sr-only"> {i18n.t('{count} on', { count: amount })}</span>
          </span>
        )}
      </summary>
      <div className="absolute inset-x-0 top-full z-10 mt-2 rounded-card border-2 border-ink bg-card p-4 shadow-float md:left-auto md:w-80">
        {children}
      </div>
    </details>
  )
}
