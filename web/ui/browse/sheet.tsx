import { useLingui } from '@lingui/react'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, useId } from 'react'
import { buttonClass } from '../button.tsx'

interface SheetProps {
  /** The button and the heading: "Filters". */
  title: string
  /** How many filters are active. */
  amount?: number
  children: ReactNode
}

/**
 * Opens from the bottom on a phone; a sidebar from 1000 px. A native popover: it needs no script and closes on Escape
 * or a press outside.
 */
export function Sheet({ title, amount = 0, children }: SheetProps) {
  const { i18n } = useLingui()
  const id = useId()
  return (
    <>
      <button type="button" popoverTarget={id} className={`${buttonClass({ tone: 'plain' })} max-sm:px-3 lg:hidden`}>
        <SlidersHorizontal aria-hidden size={18} />
        <span className="max-sm:sr-only">{title}</span>
        {amount > 0 && <span className="tab-amount">{amount}</span>}
      </button>
      <section id={id} popover="auto" aria-label={title} className="sheet">
        <div className="mb-3 flex items-center justify-between">
          <h2 className="text-18">{title}</h2>
          <button
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            className={`${buttonClass({ tone: 'quiet', size: 'small' })} lg:hidden`}
          >
            {i18n.t('Done')}
          </button>
        </div>
        {children}
      </section>
    </>
  )
}
