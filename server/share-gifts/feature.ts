import type { ShareGiftCommands } from '#api/commands/group-buys.ts'
import type { Feature } from '#server/feature.ts'
import { acceptShare } from './accept-share.ts'
import { declineShare } from './decline-share.ts'
import { giveShare } from './give-share.ts'
import { notifyOfGift } from './notify-of-gift.ts'
import { textReceiver } from './text-receiver.ts'
import { withdrawShare } from './withdraw-share.ts'

export const shareGifts: Feature<ShareGiftCommands> = {
  commands: {
    'give-share': giveShare,
    'withdraw-share': withdrawShare,
    'accept-share': acceptShare,
    'decline-share': declineShare,
  },
  jobs: ({ database, siteUrl, sms }) => ({
    'notify-of-gift': { run: (payload) => notifyOfGift({ database, siteUrl }, payload) },
    'text-receiver': { run: (payload) => textReceiver({ database, siteUrl, sms }, payload) },
  }),
}
