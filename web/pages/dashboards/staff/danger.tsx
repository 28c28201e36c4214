import { RecordLink } from '#web/desk/records/record-link.tsx'
import { datedDay, datedMoment, plural } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Table } from '#web/ui/tables/table.tsx'
import type { BuyInDanger } from './queries.ts'

/** Buys that may fail, or whose goods may not be there, with what is wrong. Nothing if there are none. */
export function BuysInDanger({ buys }: { buys: readonly BuyInDanger[] }) {
  if (buys.length === 0) return null
  return (
    <div className="mb-8">
      <SectionHeading id="danger">Group buys in danger</SectionHeading>
      <Table
        stacked
        caption="Group buys that may fail, or whose goods may not be there"
        columns={[
          {
            header: 'Group buy',
            heading: true,
            cell: ({ buy }) => (
              <span className="block break-words sm:min-w-36">
                <RecordLink kind="buy" id={buy.id}>
                  {buy.product_name}
                </RecordLink>
                <span className="block text-14 font-normal text-soft">
                  {buy.business_name}, {buy.state}
                </span>
              </span>
            ),
          },
          {
            header: 'What is wrong',
            wide: true,
            cell: (one) => (
              <ul className="grid gap-1">
                {dangerTexts(one).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            ),
          },
        ]}
        rows={buys}
        rowKey={({ buy }) => buy.id}
      />
    </div>
  )
}

function dangerTexts({ buy, danger, packing }: BuyInDanger): string[] {
  const texts: string[] = []
  if (danger && danger.missing > 0) {
    const missing = plural(danger.missing, 'person is', 'people are')
    texts.push(
      `${missing} missing to its minimum of ${buy.min_participants}. It closes on ${datedMoment(buy.end_date)}.`,
    )
  }
  if (danger && danger.unpaid > 0 && buy.payment_due_at) {
    const unpaid = plural(danger.unpaid, 'person has', 'people have')
    texts.push(`${unpaid} not paid. Payment is due on ${datedMoment(buy.payment_due_at)}.`)
  }
  if (packing === 'unpacked' && buy.share_date)
    texts.push(`Nothing is packed. It is shared out on ${datedDay(buy.share_date)}.`)
  if (packing === 'late' && buy.share_date) texts.push(`Late: it was to be shared out on ${datedDay(buy.share_date)}.`)
  return texts
}
