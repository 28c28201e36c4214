import { type ActDescribers, textOf } from '#domain/acts/act.ts'

export const placeActs = {
  'pickup-point.close': ({ before }) => [
    ' closed the pickup point ',
    { name: textOf(before.name) ?? 'without a name' },
    '.',
  ],
  'delivery-zone.close': ({ before }) => [
    ' closed the delivery zone ',
    { name: textOf(before.name) ?? 'without a name' },
    '.',
  ],
} satisfies ActDescribers
