import type { CircleKind } from '#domain/ajo/circle.ts'
import type { CircleState, MemberState } from '#domain/ajo/states.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const circleStates: Record<CircleState, { label: string; tone: BadgeTone }> = {
  forming: { label: /*i18n*/ 'Waiting for members', tone: 'info' },
  running: { label: /*i18n*/ 'Running', tone: 'good' },
  ended: { label: /*i18n*/ 'Ended', tone: 'plain' },
  cancelled: { label: /*i18n*/ 'Cancelled', tone: 'plain' },
}

export const circleKinds: Record<CircleKind, string> = {
  basket: /*i18n*/ 'Basket',
  turns: /*i18n*/ 'Turns',
}

export const memberStates: Record<MemberState, string> = {
  joined: /*i18n*/ 'Has joined',
  active: /*i18n*/ 'In the circle',
  left: /*i18n*/ 'Has left',
  defaulted: /*i18n*/ 'Did not pay',
  finished: /*i18n*/ 'Finished',
}

export const monthOutcomes = {
  no_votes: /*i18n*/ 'Nothing bought: no vote for a group buy that was still open',
  not_enough: /*i18n*/ 'Nothing bought: not enough for everybody',
  void: /*i18n*/ 'Void: this person had dropped out',
}
