import { type ActDescribers, type Fields, subjectOf, textOf } from '#domain/acts/act.ts'
import { formatNaira } from '#domain/money.ts'

export const payoutActs = {
  'bank-account.set': ({ act, before, after }) => [
    before.bank ? ' changed the bank account of ' : ' added a bank account to ',
    subjectOf(act),
    ` ${before.bank ? `from ${accountOf(before)} to ${accountOf(after)}` : `at ${accountOf(after)}`}.`,
  ],
  'payout.request': ({ act, after }) => [
    ` asked for a payout of ${formatNaira(Number(after.amount_kobo ?? 0))} to `,
    subjectOf(act),
    '.',
  ],
  'payout.weekly': ({ act, after }) => [
    after.weekly ? ' chose weekly payouts for ' : ' ended weekly payouts for ',
    subjectOf(act),
    '.',
  ],
  'payout.hold': ({ act }) => [' stopped payouts to ', subjectOf(act), '.'],
  'payout.release': ({ act }) => [' let payouts go on to ', subjectOf(act), '.'],
  'payout.check': () => [' requested the status of a payout from the gateway.'],
} satisfies ActDescribers

const accountOf = ({ bank, last_four: digits }: Fields): string =>
  `${textOf(bank) ?? 'a bank'}, ending in ${textOf(digits) ?? '?'}`
