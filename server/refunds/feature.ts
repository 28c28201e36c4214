import type { RefundCommands } from '#api/commands/refunds.ts'
import type { Feature } from '#server/feature.ts'
import { chooseReturn } from './choose-return.ts'
import { giveBackPart } from './give-back-part.ts'
import { refundPart } from './refund-part.ts'
import { repeatRefund } from './repeat-refund.ts'

export const refunds: Feature<RefundCommands> = {
  commands: {
    'repeat-refund': repeatRefund,
    'choose-return': chooseReturn,
    'refund-part': refundPart,
    'give-back-part': giveBackPart,
  },
}
