import { type ActDescribers, subjectOf, textOf } from '#domain/acts/act.ts'
import { formatNaira } from '#domain/money.ts'

export const priceRiseActs = {
  'price-rise.ask': ({ act, after }) => [
    ' asked the people in the group buy ',
    subjectOf(act),
    ` for ${nairaText(after.rise_naira)} more each: ${textOf(after.reason) ?? 'no reason'}.`,
  ],
  'price-rise.withdraw': ({ act }) => [' withdrew the higher price of the group buy ', subjectOf(act), '.'],
} satisfies ActDescribers

const nairaText = (naira: unknown): string => formatNaira(BigInt(typeof naira === 'number' ? naira : 0) * 100n)
