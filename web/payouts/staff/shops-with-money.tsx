import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { kobo } from '#web/ui/format.ts'
import { EmptyState } from '#web/ui/states.tsx'
import { holdText, resumeText } from './hold-texts.ts'
import type { ShopWithMoney } from './queries.ts'

/** Balances of the shops, largest first, with a button that stops payouts. */
export function ShopsWithMoney({ shops }: { shops: readonly ShopWithMoney[] }) {
  if (shops.length === 0) return <EmptyState title="No shop has money here." />
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {shops.map((shop) => (
        <Shop key={shop.vendor_id} shop={shop} />
      ))}
    </ul>
  )
}

function Shop({ shop }: { shop: ShopWithMoney }) {
  const { vendor_id, business_name, releasable_kobo, held_kobo, disputed_kobo, on_its_way_kobo, holdReason } = shop
  const isHeld = holdReason !== null
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <p className="flex flex-wrap items-center gap-3">
        <strong>{business_name}</strong>
        {isHeld && <Badge tone="warm">Payouts stopped</Badge>}
      </p>
      <p className="mt-1 text-14 text-soft">
        {kobo(releasable_kobo)} to take out, {kobo(held_kobo)} held, {kobo(on_its_way_kobo)} on its way
        {disputed_kobo > 0 && `, ${kobo(disputed_kobo)} held by a payment dispute`}
      </p>
      {isHeld && <p className="mt-1">{holdReason}</p>}
      <div className="mt-3">
        <ConfirmForm
          question={isHeld ? `Let payouts to ${business_name} go on?` : `Stop payouts to ${business_name}?`}
          detail={isHeld ? resumeText(shop) : holdText(shop)}
          confirmLabel={isHeld ? 'Release payouts' : 'Stop payouts'}
          cancelLabel={isHeld ? 'Keep them on hold' : 'Go on paying out'}
          fields={{ vendor_id: vendor_id ?? '', held: isHeld ? 'no' : 'yes' }}
          className={buttonClass({ tone: 'plain' })}
          label={isHeld ? `Let payouts to ${business_name} go on` : `Stop payouts to ${business_name}`}
          choice={
            <TextField label="Reason, which the vendor reads" name="reason" required minLength={3} maxLength={300} />
          }
        >
          {isHeld ? 'Release payouts' : 'Stop payouts'}
        </ConfirmForm>
      </div>
    </li>
  )
}
