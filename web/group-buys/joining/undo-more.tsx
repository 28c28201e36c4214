import { useLingui } from '@lingui/react'
import { Form } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { Button } from '#web/ui/button.tsx'
import type { Joining } from './use-join.ts'

/** Takes back what was just added to an earlier order, while it is unpaid. */
export function UndoMore({ buy, join: { joined, mine } }: { buy: { unit: string }; join: Joining }) {
  const { i18n } = useLingui()
  if (!joined || mine <= joined.added) return null
  return (
    <Form method="post" preventScrollReset className="mt-1">
      <input type="hidden" name="intent" value="undo" />
      <input type="hidden" name="order_id" value={joined.orderId} />
      <input type="hidden" name="quantity" value={joined.quantity - joined.added} />
      <input type="hidden" name="updated_at" value={joined.updatedAt} />
      <Button tone="quiet" size="small" className="-ml-3">
        {i18n.t('Undo, back to {units}', { units: countUnits(mine - joined.added, buy.unit) })}
      </Button>
    </Form>
  )
}
