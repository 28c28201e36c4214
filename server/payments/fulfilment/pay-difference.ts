import type pg from 'pg'
import type { PayDifferenceInput } from '#api/commands/payments.ts'
import { checkFields, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { decideFulfilmentChange, feeChange } from '#domain/orders/fulfilment-choice.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { beginDifference } from '../differences/begin-difference.ts'
import { dropDeliveryUpgrades } from './delivery-upgrade.ts'
import { type Destination, lockFulfilmentOrder, readDestination, readFulfilmentOrder } from './read-fulfilment-order.ts'

const MAX_KOBO = 100_000_000

/**
 * Starts the payment of the difference for a more expensive delivery choice of a paid order: with PEPS at once, with
 * naira at the gateway. The choice applies once the difference is paid.
 */
export const payDifference: Command<'pay-difference'> = {
  name: 'pay-difference',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['order_id', 'address_id', 'peps_kobo', 'expected_kobo'],
  check: (raw) =>
    checkFields<PayDifferenceInput>(raw, {
      order_id: uuid('Order'),
      address_id: uuid('Address'),
      peps_kobo: wholeNumber({ label: 'PEPS', min: 0, max: MAX_KOBO }),
      expected_kobo: wholeNumber({ label: 'Difference', min: 1, max: MAX_KOBO }),
    }),
  async run({ input, caller, tx, context }) {
    const userId = caller.userId ?? ''
    await lockFulfilmentOrder(tx, { orderId: input.order_id, userId })
    const order = await readFulfilmentOrder(tx, { orderId: input.order_id, userId })
    if (!order) return refuse('order_not_found')
    const facts = { ...order, isFromBuy: order.group_buy_id !== null, lines: order.lines ?? [] }
    const decision = decideFulfilmentChange(facts, order.now)
    if (isRefusal(decision)) return decision
    if (order.status === 'pending' || decision.keepsFee) return refuse('choice_closed')
    const choice = { kind: 'delivery' as const, pickup_point_id: null, address_id: input.address_id }
    const destination = await readDestination(tx, { order, input: choice, userId })
    if (isRefusal(destination)) return destination
    const change = feeChange({ fromKobo: order.delivery_fee_kobo, toKobo: destination.feeKobo })
    if (change.kind !== 'more') return refuse('no_difference')
    const { id: orderId, delivery_fee_kobo: fromKobo } = order
    return beginDifference(tx, {
      kind: 'delivery',
      orderId,
      userId,
      context,
      differenceKobo: change.amountKobo,
      pepsKobo: BigInt(input.peps_kobo),
      expectedKobo: BigInt(input.expected_kobo),
      // For a ready order, PEPS and naira can be distinguished to the kobo (paid-with.ts).
      hasRefund: order.hasRefund && !decision.onlyDelivery,
      paysTheSame: (paymentId) => isSameChoice(tx, { paymentId, addressId: input.address_id, destination }),
      drop: () => dropDeliveryUpgrades(tx, { orderId, userId }),
      store: (paymentId) =>
        tx.query(
          `insert into public.delivery_upgrades (payment_id, order_id, delivery_zone_id, from_kobo, to_kobo, recipient, phone, street, landmark, state, lga)
           select $1, $2, $3, $4, $5, recipient, phone, street, landmark, state, lga from public.addresses where id = $6`,
          [paymentId, orderId, destination.zone?.id, fromKobo, destination.feeKobo, input.address_id],
        ),
    })
  },
}

interface OpenDifferencePayment {
  paymentId: string
  addressId: string
  destination: Destination
}

/** Whether an open payment, such as that of another tab, is for the same address at the same fee. */
async function isSameChoice(
  tx: pg.ClientBase,
  { paymentId, addressId, destination }: OpenDifferencePayment,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from public.delivery_upgrades d join public.addresses a on a.id = $2
     where d.payment_id = $1 and d.status = 'awaited' and d.to_kobo = $3 and d.delivery_zone_id = $4
       and (d.recipient, d.phone, d.street, d.landmark, d.state, d.lga) = (a.recipient, a.phone, a.street, a.landmark, a.state, a.lga)`,
    [paymentId, addressId, destination.feeKobo, destination.zone?.id],
  )
  return rowCount === 1
}
