import type { NoticeCommands } from '#api/commands/notices.ts'
import type { Feature } from '#server/feature.ts'
import { chooseTextChannel } from './choose-text-channel.ts'
import { deleteOldNotices } from './delete-old-notices.ts'
import { matchSavedSearches } from './match-saved-searches.ts'
import { notifyFollowers } from './notify-followers.ts'
import { notifyOfRestock } from './notify-of-restock.ts'
import { sendPushes } from './pushes/send-pushes.ts'
import { subscribeToPushes } from './pushes/subscribe-to-pushes.ts'
import { unsubscribeFromPushes } from './pushes/unsubscribe-from-pushes.ts'

export const notices: Feature<NoticeCommands> = {
  commands: {
    'choose-text-channel': chooseTextChannel,
    'subscribe-to-pushes': subscribeToPushes,
    'unsubscribe-from-pushes': unsubscribeFromPushes,
  },
  jobs: ({ database, siteUrl, pushes }) => ({
    'notify-followers': { run: (payload) => notifyFollowers({ database, siteUrl }, payload) },
    'notify-of-restock': { run: (payload) => notifyOfRestock({ database, siteUrl }, payload) },
    'match-saved-searches': { run: () => matchSavedSearches({ database, siteUrl }), everySeconds: 60 },
    'send-pushes': { run: () => sendPushes({ database, sender: pushes ?? null }), everySeconds: 5 },
  }),
  deleteOldRows: deleteOldNotices,
}
