import type { QuantityRequestCommands } from '#api/commands/group-buys.ts'
import type { Feature } from '#server/feature.ts'
import { answerQuantityRequest } from './answer-quantity-request.ts'
import { requestQuantity } from './request-quantity.ts'
import { withdrawQuantityRequest } from './withdraw-quantity-request.ts'

export const quantityRequests: Feature<QuantityRequestCommands> = {
  commands: {
    'request-quantity': requestQuantity,
    'withdraw-quantity-request': withdrawQuantityRequest,
    'answer-quantity-request': answerQuantityRequest,
  },
}
