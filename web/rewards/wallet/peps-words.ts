interface Moved {
  kind: string | null
  order_no: number | null
  what: string | null
  is_held: boolean | null
}

/** What happened to PEPS, in the person's words. */
export function pepsWords({ kind, order_no, what, is_held }: Moved): string {
  const order = order_no === null ? 'an order' : `order ${order_no}${what ? `, ${what}` : ''}`
  if (is_held) return `Set aside for ${order}, until its payment is done`
  return (WORDS[kind ?? ''] ?? (() => 'Booked'))(order)
}

const WORDS: Readonly<Record<string, (order: string) => string>> = {
  referral_reward: () => 'Earned: somebody you referred bought',
  reward_taken_back: () => 'Taken back: the order you were rewarded for was refunded',
  reward_paid_off: () => 'Paid off: a reward owed back from before',
  returned_as_peps: (order) => `Came back from ${order}`,
  return_taken_as_peps: () => 'A refund that you took as PEPS',
  resale_as_peps: () => 'From the sale of goods that you did not collect',
  peps_spent: (order) => `Spent on ${order}`,
}
