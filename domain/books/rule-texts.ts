// Texts for the rules of the nightly audit (database/audit): the meaning of each finding and its remedy. L1 to L23 are
// those of money.md 2. L24: release of money. L25: hand-overs and claims. L26: cash of places, and delivery fees. L27: amounts
// entered by staff. L29: higher prices that shops asked for.

interface RuleText {
  name: string
  meaning: string
  toDo: string
}

const CALL = 'Stop payouts, keep a copy of the database as it is, and call the people who maintain the software.'
const LOOK =
  'Open the journal of what is named here, see which step is missing, and call the people who maintain the software.'

const RULES: Record<string, RuleText> = {
  L1: {
    name: 'A movement that is not allowed',
    meaning: 'Money moved between accounts that must not exchange money.',
    toDo: CALL,
  },
  L2: {
    name: 'Debits and credits differ',
    meaning: 'Every movement has both sides, so both sums must be equal.',
    toDo: CALL,
  },
  L3: { name: 'An account is overdrawn', meaning: 'More was spent from an account than had come in.', toDo: CALL },
  L4: {
    name: 'A running total is wrong',
    meaning: 'What an account shows is not what its rows add up to.',
    toDo: CALL,
  },
  L5: {
    name: 'PEPS on a profile are wrong',
    meaning: 'A person is shown other PEPS than the ledger has for them.',
    toDo: LOOK,
  },
  L6: { name: 'PEPS held twice', meaning: 'PEPS that were held for a payment were spent more than once.', toDo: CALL },
  L7: {
    name: 'The ledger was changed',
    meaning: 'Rows were changed, backdated or removed, which is never allowed.',
    toDo: CALL,
  },
  L8: {
    name: 'An order holds the wrong sum',
    meaning: 'What is held for an order does not fit what was paid and what came back.',
    toDo: LOOK,
  },
  L9: { name: 'A refund has the wrong sum', meaning: 'What is owed for a refund is not its amount.', toDo: LOOK },
  L10: { name: 'A fee is wrong', meaning: 'A fee or reward is not the stated part of the goods.', toDo: LOOK },
  L12: {
    name: 'The gateway and the ledger differ',
    meaning: 'A payment, refund or charge is not booked as the gateway has it.',
    toDo: 'Look at the differences, and at the journal of the payment.',
  },
  L13: { name: 'Units are miscounted', meaning: 'A group buy counts other units than its orders have.', toDo: LOOK },
  L14: { name: 'People are miscounted', meaning: 'A group buy counts other people than its orders have.', toDo: LOOK },
  L15: { name: 'An order came too late', meaning: 'An order was accepted after its window had ended.', toDo: LOOK },
  L16: {
    name: 'An order has the wrong amount',
    meaning: 'Price, quantity, fee and total of an order do not fit each other.',
    toDo: LOOK,
  },
  L17: {
    name: 'A final price is wrong',
    meaning: 'People in one group buy pay different prices, or more than was promised.',
    toDo: LOOK,
  },
  L18: {
    name: 'PEPS are held too long',
    meaning: 'A payment ended, and its PEPS are not free again.',
    toDo: 'See whether jobs are running. The next payment job releases PEPS that were held.',
  },
  L19: {
    name: 'A status that is not allowed',
    meaning: 'A status changed in a way that is not allowed.',
    toDo: LOOK,
  },
  L20: {
    name: 'A reward is late',
    meaning: 'A referrer was promised a reward within 48 hours and has none after 40.',
    toDo: 'See whether jobs are running. Rewards are credited within seconds of settlement.',
  },
  L21: {
    name: 'A payout is on its way too long',
    meaning: 'A bank has not confirmed a payout for a day.',
    toDo: 'Look for its reference at the gateway. Never send it again.',
  },
  L22: {
    name: 'Work is waiting',
    meaning: 'Events of the gateway, mails or jobs have waited for more than five minutes.',
    toDo: 'See whether the process runs and reaches the gateway and the mail server; its log says more.',
  },
  L23: {
    name: 'The database does not write safely',
    meaning: 'A power cut could lose what was confirmed.',
    toDo: 'Turn fsync, full_page_writes, synchronous_commit and data checksums on before anybody pays again.',
  },
  L11: { name: 'A reward was not taken back', meaning: 'An order came back, and its reward stayed.', toDo: LOOK },
  L24: {
    name: 'A release has the wrong sum',
    meaning: 'What was released to a vendor for a hand-over is not what the ledger has for it.',
    toDo: LOOK,
  },
  L25: {
    name: 'Hand-overs and their order differ',
    meaning: 'The units, money, claims or completion of an order do not fit its hand-overs.',
    toDo: LOOK,
  },
  L26: {
    name: 'Cash or fees beyond their bounds',
    meaning: 'A place has deposited more than it took, or charges more for delivery than is allowed.',
    toDo: 'Look at the bank statement and the zone, and correct what was entered.',
  },
  L27: {
    name: 'An amount entered by staff is wrong',
    meaning:
      'A sale, partial refund, refund to another account or cash deposit does not fit its goods, its limit or its two people.',
    toDo: 'Open the amount and its act in the audit log, suspend the account that entered it, and look at where the money is now.',
  },
  L28: {
    name: 'The money of a circle of ajo does not add up',
    meaning: 'What a member paid in, spent and got back is not what the ledger holds for them.',
    toDo: LOOK,
  },
  L29: {
    name: 'A higher price without a yes',
    meaning: 'Somebody pays more than they agreed to, or left when the price rose and did not get everything back.',
    toDo: CALL,
  },
}

/** Texts of single checks, by full name, where several share a number. */
const CHECKS: Record<string, RuleText> = {
  'L12 differences': {
    name: 'A difference waits for a day',
    meaning: 'It has not been resolved.',
    toDo: 'Open the difference, find the cause, and record it.',
  },
  'L12 own refund': {
    name: 'A refund of ours was booked as a chargeback',
    meaning: 'More was given back and taken back than the payment brought, and no dispute was lost.',
    toDo: 'Look at the payment at the gateway. If its bank took nothing, the loss in the ledger is not one.',
  },
  'L15 taken over': {
    name: 'A share changed hands wrongly',
    meaning: 'Two people have one share that was given away, or the giver did not get everything back.',
    toDo: LOOK,
  },
  'L15 given': {
    name: 'A share that was given away is nobody’s',
    meaning: 'A share was accepted or taken, and there is no order for it.',
    toDo: LOOK,
  },
  'L9 payment': {
    name: 'Refunds are more than their payment',
    meaning: 'All refunds of a payment together are more than what it brought.',
    toDo: LOOK,
  },
  'L29 overdue': {
    name: 'A vote about a price was not decided',
    meaning: 'The time to answer ended two hours ago, and the job has not acted.',
    toDo: 'See whether jobs are running.',
  },
  'L24 disputed': {
    name: 'A vendor was paid during a dispute',
    meaning: 'Money of a hand-over was released while a bank disputed its payment.',
    toDo: 'Hold payouts to this shop until the dispute has ended.',
  },
  'L24 chargeback': {
    name: 'A chargeback was not passed on',
    meaning: 'A dispute was lost before its goods were released, and their vendor did not bear it.',
    toDo: LOOK,
  },
  'L12 comparison': {
    name: 'The books were not compared',
    meaning: 'The gateway’s records have not been compared with the ledger for two days.',
    toDo: 'See whether jobs are running and the gateway answers, then press Check now.',
  },
}

const OTHER: RuleText = { name: 'Something does not add up', meaning: 'A rule of the market is broken.', toDo: LOOK }

/** Looks up the text by the name of a check, such as "L8 closed": its own, else that of its number. */
export const ruleText = (rule: string): RuleText => CHECKS[rule] ?? RULES[rule.split(' ')[0] ?? ''] ?? OTHER

export const ruleName = (rule: string): string => ruleText(rule).name
