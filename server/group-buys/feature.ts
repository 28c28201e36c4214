import type { GroupBuyCommands } from '#api/commands/group-buys.ts'
import type { Feature } from '#server/feature.ts'
import { cancelGroupBuy } from './cancel-group-buy.ts'
import { joinGroupBuy } from './joining/join-group-buy.ts'
import { judgeBuyPicture } from './judge-buy-picture.ts'
import { leaveGroupBuy } from './leave-group-buy.ts'
import { extendGroupBuy } from './reach/extend-group-buy.ts'
import { messageGroupBuy } from './reach/message-group-buy.ts'
import { notifyOfBroadcast } from './reach/notify-of-broadcast.ts'
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
    'message-group-buy': messageGroupBuy,
    'extend-group-buy': extendGroupBuy,
    'judge-buy-picture': judgeBuyPicture,
  },
  jobs: ({ database, siteUrl }) => ({
    'notify-of-broadcast': { run: (payload) => notifyOfBroadcast({ database, siteUrl }, payload) },
    'notify-waiters': { run: (payload) => notifyWaiters({ database, siteUrl }, payload) },
  }),
}
