export const refundStandings: Readonly<Record<string, string>> = {
  failed: 'Failed, retried automatically',
  needs_attention: 'Stuck at the bank',
}

export const refundReasons: Readonly<Record<string, string>> = {
  left: 'Left a group buy',
  price_drop: 'The final amount was lower',
  delivery_changed: 'Less for delivery',
  payment_reversed: 'Its other payment was taken back',
  buy_failed: 'Too few paid',
  pack_not_filled: 'The last pack was not filled',
  buy_cancelled: 'Group buy cancelled',
  order_cancelled: 'Order cancelled',
  not_payable: 'Paid too late or twice',
  amount: 'Another amount',
  resale: 'Uncollected goods sold',
  short_delivery: 'Partial refund',
  claim: 'Claim upheld',
}
