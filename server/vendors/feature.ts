import type { VendorCommands } from '#api/commands/vendors.ts'
import { SERVICE } from '#platform/postgres/database.ts'
import type { Feature } from '#server/feature.ts'
import { decideShopChange } from './decide-shop-change.ts'
import { decideVendor } from './decide-vendor.ts'
import { judgeReview } from './judge-review.ts'
import { notifyOfSuspension } from './notify-of-suspension.ts'
import { saveShopDays } from './profile/save-shop-days.ts'
import { saveShopProfile } from './profile/save-shop-profile.ts'
import { rateOrder } from './rate-order.ts'
import { replyToReview } from './reply-to-review.ts'
import { reportReview } from './report-review.ts'
import { requestShopChange } from './request-shop-change.ts'
import { signUpVendor } from './sign-up-vendor.ts'
import { withdrawShopChange } from './withdraw-shop-change.ts'

export const vendors: Feature<VendorCommands> = {
  commands: {
    'rate-order': rateOrder,
    'reply-to-review': replyToReview,
    'report-review': reportReview,
    'judge-review': judgeReview,
    'sign-up-vendor': signUpVendor,
    'decide-vendor': decideVendor,
    'request-shop-change': requestShopChange,
    'withdraw-shop-change': withdrawShopChange,
    'decide-shop-change': decideShopChange,
    'save-shop-profile': saveShopProfile,
    'save-shop-days': saveShopDays,
  },
  jobs: ({ database, siteUrl }) => ({
    'notify-of-suspension': { run: (payload) => notifyOfSuspension(database, siteUrl, payload) },
    'recompute-vendor-metrics': {
      run: async () => {
        await database.as(SERVICE, (tx) => tx.query('select public.recompute_vendor_metrics()'))
      },
      everySeconds: 300,
    },
  }),
}
