import { NO_WAIT, type Wait } from '#domain/wait.ts'
import type { LotState } from './lot-states.ts'
import type { ClaimState } from './states.ts'

export const claimWaits = {
  claim: {
    open: { on: ['shop'] },
    // Transient: the vendor's answer makes it upheld or disputed at once.
    answered: NO_WAIT,
    offered: { on: ['buyer'], urgent: true },
    // The manager may propose; the coordinator decides, with or without a proposal.
    disputed: { on: ['overseer'], urgent: true, by: ['manager', 'coordinator'] },
    proposed: { on: ['overseer'], urgent: true, by: ['coordinator'] },
    upheld: NO_WAIT,
    rejected: NO_WAIT,
    withdrawn: NO_WAIT,
    appealed: { on: ['chief'], urgent: true },
    upheld_final: NO_WAIT,
    rejected_final: NO_WAIT,
  },
  lot: {
    open: { on: ['overseer'], urgent: true, by: ['coordinator'] },
    decided: NO_WAIT,
    appealed: { on: ['chief'], urgent: true },
    final: NO_WAIT,
    closed: NO_WAIT,
  },
} as const satisfies {
  claim: Record<ClaimState, Wait>
  lot: Record<LotState, Wait>
}
