interface MovementFacts {
  kind: string
  order_no: number | null
  product_name: string | null
  last_four: string | null
}

/** Description of a movement in the statement. */
export function movementText({
  kind,
  order_no: order,
  product_name: product,
  last_four: lastFour,
}: MovementFacts): string {
  const [ordered, words] = [order ? `Order ${order}${product ? `, ${product}` : ''}` : '', MOVEMENT_TEXTS[kind] ?? kind]
  return ordered
    ? `${ordered}${kind === 'vendor_earned' ? '' : `: ${words.toLowerCase()}`}`
    : `${words}${lastFour ? `, account ending in ${lastFour}` : ''}`
}

const MOVEMENT_TEXTS: Readonly<Record<string, string>> = {
  vendor_earned: 'Order handed over',
  vendor_delivery_earned: 'Delivery fee',
  late_leave_charge: 'Charge for leaving late',
  vendor_return_owed: 'Given back to a buyer',
  chargeback_passed_on: 'Taken back by the buyer’s bank',
  payout_begun: 'Payout to your bank',
  payout_failed: 'Payout failed, back in your balance',
  payout_reversed: 'Payout returned by your bank',
}
