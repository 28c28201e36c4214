import { Form, Link } from 'react-router'
import { weightText } from '#domain/packing/weight-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import { amountText, isOpen, lineStateLabel, placeLabel } from './packing-texts.ts'
import type { PackingLine } from './rows.ts'

/** Each line with its checkbox. Orders from the cart are marked ready one by one. */
export const lineColumns = (isBulk: boolean, path: string): Column<PackingLine>[] => [
  {
    header: 'Buyer',
    heading: true,
    cell: ({ buyer_name: name, order_no: number }) => (
      <>
        <span className="break-words">{name || 'No name'}</span>
        <span className="block text-14 font-normal text-soft">Order {number}</span>
      </>
    ),
  },
  ...(isBulk
    ? [
        {
          header: 'Product',
          cell: ({ product_name: name }: PackingLine) => <span className="break-words">{name}</span>,
        },
      ]
    : []),
  {
    header: 'Quantity',
    numeric: true,
    cell: (line) => (
      <>
        {amountText(line)}
        <FoundWeight line={line} from={path} />
      </>
    ),
  },
  { header: 'Where', cell: (line) => <span className="break-words">{placeLabel(line)}</span> },
  { header: 'Status', cell: (line) => <State line={line} /> },
  { header: 'Change', hideHeader: true, cell: (line) => <Tools line={line} isBulk={isBulk} /> },
]

/** The weight of goods that are sold by weight, or the way to enter it. */
export function FoundWeight({ line, from }: { line: PackingLine; from: string }) {
  const { id, most_kg_per_unit: most, weight_grams: grams, weight_waits: waits } = line
  if (most === null) return null
  const isHere = isOpen(line) || line.status === 'ready'
  return (
    <span className="block text-14">
      {grams !== null && `${weightText(grams)}${waits ? ', waits for an answer' : ''}`}{' '}
      {isHere && (
        <Link to={`/weigh-in/lines/${id}?from=${from}`} className="text-link inline-flex min-h-11 items-center">
          {grams === null ? 'Weigh' : 'Weight'}
          <span className="sr-only">
            : {line.product_name}, order {line.order_no}
          </span>
        </Link>
      )}
    </span>
  )
}

function State({ line }: { line: PackingLine }) {
  const state = lineStateLabel(line)
  if (line.is_waiting) return <Badge tone="warm">Place closed</Badge>
  return <Badge tone={state === 'To pack' ? 'plain' : state === 'Packed' ? 'info' : 'good'}>{state}</Badge>
}

function Tools({ line, isBulk }: { line: PackingLine; isBulk: boolean }) {
  if (!isOpen(line)) return null
  const packed = line.packed_at !== null
  const of = `${line.buyer_name || 'No name'}, order ${line.order_no}`
  return (
    <div className="flex flex-wrap gap-2">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value={packed ? 'unpack' : 'pack'} />
        <input type="hidden" name="order_id" value={line.order_id} />
        <input type="hidden" name="line_id" value={line.id} />
        <button
          type="submit"
          className={buttonClass({ tone: packed ? 'quiet' : 'plain', size: 'small' })}
          aria-label={packed ? `Take back: ${of}` : `Mark packed: ${of}`}
        >
          {packed ? 'Take back' : 'Mark packed'}
        </button>
      </Form>
      {isBulk && !line.is_waiting && (
        <ConfirmForm
          className={buttonClass({ tone: 'plain', size: 'small' })}
          label={`Order ready: ${of}`}
          question={`Order ${line.order_no} is ready?`}
          detail="The buyer is told where and when to get it. All its lines are marked as packed."
          confirmLabel="Yes, it is ready"
          cancelLabel="Not yet"
          fields={{ intent: 'ready', order_id: line.order_id, orders: '1' }}
        >
          Order ready
        </ConfirmForm>
      )}
    </div>
  )
}
