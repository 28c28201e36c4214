import { useLingui } from '@lingui/react'
import { countUnits } from '#domain/products/units.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { QuantityStepper } from '#web/ui/controls/quantity-stepper.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import type { OwnBulkOrder, OwnGroupOrder } from '../queries.ts'

/** Reduces an unpaid order: its quantity, or that of one product of a bulk order. */
export function ReduceOrder({ order, now }: { order: OwnGroupOrder | OwnBulkOrder; now: string }) {
  const { i18n } = useLingui()
  if (order.status !== 'pending' || !isOpen(order, now)) return null
  const parts =
    order.kind === 'group'
      ? [
          {
            id: '',
            name: '',
            unit: order.group_buy.unit,
            quantity: order.quantity,
            least: order.group_buy.min_quantity,
          },
        ]
      : order.lines.map(({ product_id, product_name, unit, quantity, product }) => ({
          id: product_id,
          name: product_name,
          unit,
          quantity,
          least: product?.min_quantity ?? 1,
        }))
  const several = parts.length > 1
  return parts
    .filter(({ quantity, least }) => quantity > least)
    .map(({ id, name, unit, quantity, least }) => (
      <ConfirmForm
        key={id}
        className={buttonClass({ tone: 'plain' })}
        question={several ? i18n.t('Take less of {name}', { name }) : i18n.t('Take less')}
        detail={i18n.t('You have {quantity}. Others can buy what you give up, and you pay less.', {
          quantity: countUnits(quantity, unit),
        })}
        confirmLabel={i18n.t('Take less')}
        cancelLabel={i18n.t('Keep all')}
        fields={{ intent: 'less', product_id: id, updated_at: order.updated_at }}
        choice={
          <QuantityStepper
            label={i18n.t('New quantity')}
            min={least}
            max={quantity - 1}
            defaultValue={quantity - 1}
            unit={unit}
          />
        }
      >
        {several ? i18n.t('Take less of {name}', { name }) : i18n.t('Take less')}
      </ConfirmForm>
    ))
}

function isOpen(order: OwnGroupOrder | OwnBulkOrder, now: string): boolean {
  const until = order.kind === 'group' ? order.group_buy.end_date : order.checkout?.hold_expires_at
  return until !== undefined && Date.parse(now) < Date.parse(until)
}
