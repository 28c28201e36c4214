import type { GroupBuyCommands } from '#api/commands/group-buys.ts'
import type { Feature } from '#server/feature.ts'
import { cancelGroupBuy } from './cancel-group-buy.ts'
import { joinGroupBuy } from './joining/join-group-buy.ts'
import { judgeBuyPicture } from './judge-buy-picture.ts'
import { leaveGroupBuy } from './leave-group-buy.ts'
import { joinWaitingList } from './waiting-list/join-waiting-list.ts'
import { leaveWaitingList } from './waiting-list/leave-waiting-list.ts'
import { notifyWaiters } from './waiting-list/notify-waiters.ts'

export const groupBuys: Feature<GroupBuyCommands> = {
  commands: {
    'join-group-buy': joinGroupBuy,
    'leave-group-buy': leaveGroupBuy,
    'join-waiting-list': joinWaitingList,
    'leave-waiting-list': leaveWaitingList,
    'cancel-group-buy': cancelGroupBuy,
    'judge-buy-picture': judgeBuyPicture,
  },
  jobs: ({ database, siteUrl }) => ({
    'notify-waiters': { run: (payload) => notifyWaiters({ database, siteUrl }, payload) },
  }),
}
