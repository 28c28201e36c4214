import type { GroupBuyCommands } from '#api/commands/group-buys.ts'
import type { Feature } from '#server/feature.ts'
import { cancelGroupBuy } from './cancel-group-buy.ts'
import { joinGroupBuy } from './joining/join-group-buy.ts'
import { leaveGroupBuy } from './leave-group-buy.ts'

export const groupBuys: Feature<GroupBuyCommands> = {
  commands: {
    'join-group-buy': joinGroupBuy,
    'leave-group-buy': leaveGroupBuy,
    'cancel-group-buy': cancelGroupBuy,
  },
}
