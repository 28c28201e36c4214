import { NO_WAIT, type Wait } from '#domain/wait.ts'
import type { QuantityRequestState } from './quantity-request.ts'

export const quantityRequestWaits = {
  quantity_request: {
    open: { on: ['shop'] },
    granted: NO_WAIT,
    declined: NO_WAIT,
    withdrawn: NO_WAIT,
    closed: NO_WAIT,
  },
} as const satisfies { quantity_request: Record<QuantityRequestState, Wait> }
