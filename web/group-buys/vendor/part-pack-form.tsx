import { Form, useNavigation } from 'react-router'
import { packsOf } from '#domain/group-buys/packs/pack-texts.ts'
import { countUnits } from '#domain/products/units.ts'
import { Button } from '#web/ui/button.tsx'
import { datedMoment } from '#web/ui/format.ts'
import type { OwnBuy } from './queries.ts'

/** Asks the vendor about a part of the last pack, which its buyers did not fill. */
export function PartPackForm({ buy, now }: { buy: OwnBuy; now: string }) {
  const busy = useNavigation().formData?.get('intent') === 'confirm-part-pack'
  const { pack_size: packSize, pack_unit: pack, part_pack_until: until, unit } = buy
  const isRequested =
    buy.status === 'settling' && buy.final_price === null && buy.part_pack_confirmed_at === null && until !== null
  if (!isRequested || packSize === null || pack === null || Date.parse(until) <= Date.parse(now)) return null
  const most = buy.paid_quantity
  const { full, missing } = packsOf({ sure: most - buy.flexible_units, most }, { packSize })
  return (
    <section aria-labelledby="part-pack" className="border-t border-grain pt-5 md:col-span-2">
      <h2 id="part-pack" className="mb-2 text-22">
        The last {pack} is not full
      </h2>
      <p className="mb-3 max-w-measure">
        It lacks {countUnits(missing, unit)} of {packSize}. You can bring a part of it,{' '}
        {countUnits(packSize - missing, unit)}, if you say so by {datedMoment(until)}. If you do nothing,{' '}
        {full > 0
          ? `you bring ${countUnits(full, pack)} only, and each buyer gets a little less.`
          : 'the group buy fails, and all of them get their money back.'}
      </p>
      <Form method="post">
        <input type="hidden" name="intent" value="confirm-part-pack" />
        <Button busy={busy} busyLabel="Saving">
          Bring a part of it
        </Button>
      </Form>
    </section>
  )
}
