import { Link } from 'react-router'
import { Notice } from '#web/ui/notice.tsx'
import type { DeliveryRun } from './queries.ts'

/** The goods by weight that hold a run back: at the door there is no scale. */
export function ToWeigh({ run: { status, stops } }: { run: DeliveryRun }) {
  const lines = unweighedLines(stops)
  if (status !== 'planned' || lines.length === 0) return null
  return (
    <Notice tone="warning" className="mb-3 max-w-measure">
      <p>This run cannot leave yet, because there is no scale at the door. Take an order out if it cannot wait.</p>
      <ul className="mt-1">
        {lines.map(({ line_id: id, name, order, mayWeigh, waits }) => (
          <li key={id} className="break-words">
            {waits ? (
              `${name}, order ${order}: the shop or a manager answers about its weight.`
            ) : mayWeigh ? (
              <Link to={`/weigh-in/lines/${id}`} className="inline-flex min-h-11 items-center text-link">
                Weigh {name}, order {order}
              </Link>
            ) : (
              `${name}, order ${order}: not weighed. Ask the shop or the place that packed it.`
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const unweighedLines = (stops: DeliveryRun['stops']) =>
  stops
    .filter(({ status }) => status === 'open')
    .flatMap(({ order_no: order, may_weigh: mayWeigh, lines }) =>
      lines.filter(({ weigh }) => weigh).map((line) => ({ ...line, order, mayWeigh })),
    )
