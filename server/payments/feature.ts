import type { PaymentCommands } from '#api/commands/payments.ts'
import type { Feature } from '#server/feature.ts'
import { cancelPayment } from './cancel-payment.ts'
import { payDifference } from './fulfilment/pay-difference.ts'
import { payOrders } from './pay-orders.ts'
import { recordBankDeposit } from './record-bank-deposit.ts'
import { watchDisputes } from './reversals/watch-disputes.ts'

export const payments: Feature<PaymentCommands> = {
  commands: {
    'pay-difference': payDifference,
    'pay-orders': payOrders,
    'cancel-payment': cancelPayment,
    'record-bank-deposit': recordBankDeposit,
  },
  jobs: ({ payments }) => ({
    'watch-disputes': {
      run: async () => {
        const faults = await watchDisputes(payments)
        if (faults.length > 0) throw new AggregateError(faults, `${faults.length} disputes could not be processed`)
      },
      everySeconds: 900,
    },
  }),
}
