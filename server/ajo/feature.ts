import type { AjoCommands } from '#api/commands/group-buys.ts'
import type { Feature } from '#server/feature.ts'
import { advanceCircles } from './advance-circles.ts'
import { createCircle } from './create-circle.ts'
import { endCircle } from './end-circle.ts'
import { joinCircle } from './join-circle.ts'
import { leaveCircle } from './leave-circle.ts'
import { payContribution } from './pay-contribution.ts'
import { startCircle } from './start-circle.ts'
import { voteInCircle } from './vote-in-circle.ts'

export const ajo: Feature<AjoCommands> = {
  commands: {
    'create-ajo-circle': createCircle,
    'join-ajo-circle': joinCircle,
    'start-ajo-circle': startCircle,
    'leave-ajo-circle': leaveCircle,
    'vote-in-ajo-circle': voteInCircle,
    'pay-ajo-contribution': payContribution,
    'end-ajo-circle': endCircle,
  },
  jobs: ({ database, siteUrl, payments }) => ({
    'advance-ajo-circles': {
      run: () => advanceCircles({ database, siteUrl, cell: payments.cell ?? null }),
      everySeconds: 30,
    },
  }),
}
