import type { Measure } from '#domain/products/measures.ts'
import { day } from '#web/ui/format.ts'
import { amountText, lineWeightText, placeLabel } from '../packing-texts.ts'
import type { PackingLine } from '../queries.ts'

interface LabelsProps {
  lines: readonly PackingLine[]
  measures: readonly Measure[]
  codes: Readonly<Record<string, { size: number; path: string }>>
}

/** One label per line: buyer, contents, and a QR code that opens its hand-over. */
export function Labels({ lines, measures, codes }: LabelsProps) {
  if (lines.length === 0) return <p>Nothing to label.</p>
  return (
    <ul className="labels">
      {lines.map((line) => {
        const code = codes[line.order_no]
        const weight = lineWeightText(line, measures)
        return (
          <li key={line.id} className="label">
            {code && (
              <svg
                role="img"
                aria-label={`Code of order ${line.order_no}`}
                viewBox={`0 0 ${code.size} ${code.size}`}
                shapeRendering="crispEdges"
              >
                <path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
                <path fill="#000" d={code.path} />
              </svg>
            )}
            <div>
              <strong className="label-number">{line.order_no}</strong>
              <strong>{line.buyer_name || 'No name'}</strong>
              <span>{line.product_name}</span>
              <strong>{amountText(line)}</strong>
              {weight && <span>{weight}</span>}
              <span>{placeLabel(line)}</span>
              {line.share_date && <span>{day(line.share_date)}</span>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
