import { Link } from 'react-router'
import { Notice } from '#web/ui/notice.tsx'
import type { DeliveryRun } from './queries.ts'

/** The goods by weight that hold a run back: at the door there is no scale. */
export function ToWeigh({ run: { status, stops } }: { run: DeliveryRun }) {
  const lines = unweighedLines(stops)
  if (status !== 'planned' || lines.length === 0) return null
  return (
    <Notice tone="warning" className="mb-3 max-w-measure">
      <p>This run cannot leave yet: goods by weight are weighed first, and any answer about their weight has come.</p>
      <ul className="mt-1">
        {lines.map(({ line_id: id, name, order, mayWeigh }) => (
          <li key={id} className="break-words">
            {mayWeigh ? (
              <Link to={`/weigh-in/lines/${id}`} className="inline-flex min-h-11 items-center text-link">
                Weigh {name}, order {order}
              </Link>
            ) : (
              `${name}, order ${order}: ask the shop or the place that packed it.`
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
