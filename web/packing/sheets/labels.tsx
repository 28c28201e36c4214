import type { Measure } from '#domain/products/measures.ts'
import { day } from '#web/ui/format.ts'
import { amountText, lineWeightText, placeLabel } from '../packing-texts.ts'
import type { LabelPiece } from './label-pieces.ts'

interface LabelsProps {
  pieces: readonly LabelPiece[]
  measures: readonly Measure[]
  codes: Readonly<Record<string, { size: number; path: string }>>
}

/** One label for each bag: the person, its contents, and a QR code that opens its hand-over. */
export function Labels({ pieces, measures, codes }: LabelsProps) {
  if (pieces.length === 0) return <p>Nothing to label.</p>
  return (
    <ul className="labels">
      {pieces.map((piece) => (
        <li key={`${piece.bag.lines[0]?.id} ${piece.part}`} className="label">
          <Label piece={piece} measures={measures} code={codes[piece.bag.orderNo]} />
        </li>
      ))}
    </ul>
  )
}

interface LabelProps extends Pick<LabelsProps, 'measures'> {
  piece: LabelPiece
  code: LabelsProps['codes'][string] | undefined
}

function Label({ piece: { bag, lines, part, parts }, measures, code }: LabelProps) {
  const [first] = bag.lines
  return (
    <>
      <div className="label-texts">
        <strong className="label-name">{bag.buyer}</strong>
        <ul>
          {lines.map((line) => (
            <li key={line.id}>
              <strong>{amountText(line)}</strong>, {line.product_name}
              <LineWeight text={lineWeightText(line, measures)} />
            </li>
          ))}
        </ul>
        <span className="label-small">
          {first && placeLabel(first)}
          {first?.share_date && `, ${day(first.share_date)}`}
        </span>
        <span className="label-small">{first?.shop}</span>
      </div>
      <div className="label-code">
        <strong className="label-number">
          {bag.orderNos.length > 2 ? `${bag.orderNo} …` : bag.orderNos.join(' ')}
        </strong>
        {code && (
          <svg
            role="img"
            aria-label={`Code of order ${bag.orderNo}`}
            viewBox={`0 0 ${code.size} ${code.size}`}
            shapeRendering="crispEdges"
          >
            <path fill="#fff" d={`M0 0h${code.size}v${code.size}H0z`} />
            <path fill="#000" d={code.path} />
          </svg>
        )}
        {parts > 1 && (
          <strong>
            {part} of {parts}
          </strong>
        )}
      </div>
    </>
  )
}

/** Where there is room for it: a label of 80 x 48 mm has none. */
const LineWeight = ({ text }: { text: string }) => (text ? <span className="label-weight">{text}</span> : null)
