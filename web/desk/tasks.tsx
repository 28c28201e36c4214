import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { count } from '#web/ui/format.ts'

export interface Task {
  /** The number waiting; a task with 0 is not shown. */
  amount: number
  /** "orders are waiting for payment" */
  text: string
  /** For exactly one: "order is waiting for payment". */
  one: string
  to: To
  urgent?: boolean
  /** For information: another user has to act. */
  informs?: boolean
}

export interface ShownTask extends Task {
  /** A button that does it, beside the link. */
  act?: ReactNode
}

interface TasksProps {
  tasks: readonly ShownTask[]
  /** Shown if nothing is to be done. */
  calm: string
  /** Comes before the counts. */
  children?: ReactNode
}

/** The viewer's open tasks at the top of the page, linked to their rows. Buyers' tasks have translated texts. */
export function Tasks({ tasks, calm, children }: TasksProps) {
  const { i18n } = useLingui()
  const open = tasks.filter(({ amount }) => amount > 0)
  return (
    <section aria-labelledby="today" className="mb-8">
      <h2 id="today" className="mb-3 text-22">
        {i18n.t('Today')}
      </h2>
      {children}
      {open.length === 0 && !children && <p className="rounded-card border border-grain bg-card p-4">{calm}</p>}
      {open.length > 0 && (
        <ul className="divide-y divide-grain rounded-card border border-grain bg-card">
          {open.map(({ amount, text, one, to, urgent, act }) => (
            <li key={text} className={act ? 'items-center sm:flex' : undefined}>
              <Link to={to} className="flex min-h-12 grow items-center gap-4 px-4 py-2 hover:bg-grain-wash">
                <strong className={`min-w-10 text-right text-22 tabular-nums ${urgent ? 'text-pepper' : 'text-ink'}`}>
                  {count(amount)}
                </strong>
                <span className="underline underline-offset-4">{i18n.t(amount === 1 ? one : text)}</span>
              </Link>
              {act && <div className="px-4 pb-2">{act}</div>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
