import { Form, useNavigation } from 'react-router'
import { decimalText } from '#domain/packing/weight-text.ts'
import { UploadField } from '#web/files/uploads/upload-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { datedMoment, plural } from '#web/ui/format.ts'
import type { ShortfallRow } from '../queries.ts'

/** A picture from the phone's camera or its files. */
export function PictureInput() {
  return (
    <UploadField
      label="Picture"
      hint="JPEG, PNG or WebP, at most 5 MB. Seen by the shop, the place and our staff."
      name="picture"
      choose="Take or choose a photo"
      bucket="deliveries"
      accept="image/jpeg,image/png,image/webp"
      most={1}
      required={false}
    />
  )
}

const STATES: Readonly<Record<string, string>> = {
  waiting: 'Waiting for an answer',
  entered: 'Refunds not sent yet',
  'carried-out': 'Refunds sent',
  withdrawn: 'Taken back',
  refused: 'Refused',
}

interface ShortfallListProps {
  rows: readonly ShortfallRow[]
  unit: string | null
  /** For the shop, which responds to entries by a hub. */
  isShop?: boolean
}

export function ShortfallList({ rows, unit, isShop = false }: ShortfallListProps) {
  if (rows.length === 0) return <p className="text-soft">No shortfall was entered.</p>
  return (
    <ul className="grid gap-3">
      {rows.map((row) => (
        <li key={row.id} className="rounded-card border border-grain p-3">
          <p className="font-semibold">
            {row.kind === 'weight'
              ? 'Final weight'
              : `${decimalText(row.missing_thousandths)} of ${decimalText(row.of_thousandths)} ${unit ?? 'units'} ${row.kind}`}
            {row.place ? `, ${row.place.name}` : ''}
          </p>
          <p className="break-words">{row.reason}</p>
          <p>
            {STATES[row.status]}
            {row.status === 'entered' && row.due_at && `, on their way ${datedMoment(row.due_at)}`}
            {row.status === 'waiting' && (row.contested_at || row.by_shop ? ': the manager decides' : '')}
            {row.status === 'waiting' && !row.contested_at && row.answer_by && `, by ${datedMoment(row.answer_by)}`}
          </p>
          <p className="text-14 text-soft">
            {datedMoment(row.created_at)}, shared out over {plural(row.orders, 'order')}.
            {row.by_hub_thousandths > 0 && ` ${decimalText(row.by_hub_thousandths)} at the hub’s cost.`}
          </p>
          <ShortfallActions row={row} isShop={isShop} />
          {row.picture && (
            <a href={row.picture} className="text-link inline-flex min-h-11 items-center">
              See the picture
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The shop responds to entries by others; an author can withdraw an entry until its refunds are sent. */
export function ShortfallActions({ row, isShop }: { row: ShortfallRow; isShop: boolean }) {
  const busy = useNavigation().state === 'submitting'
  if (row.status !== 'waiting' && row.status !== 'entered') return null
  const answers = isShop && !row.by_shop
  if (answers && (row.status === 'entered' || row.contested_at)) return null
  return (
    <Form method="post" className="my-2 flex flex-wrap gap-3">
      <input type="hidden" name="shortfall_id" value={row.id} />
      {answers ? (
        <>
          <Button name="intent" value="accept-short" busy={busy}>
            Accept
          </Button>
          <Button name="intent" value="refuse-short" tone="plain" busy={busy}>
            Contest
          </Button>
        </>
      ) : (
        <Button name="intent" value="take-back-short" tone="plain" busy={busy}>
          Withdraw
        </Button>
      )}
    </Form>
  )
}
