import { apiContext, authFetchContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { readAuthSettings } from '#web/session/auth-service/auth-settings.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/shop-staff.ts'
import { listStaff } from './queries.ts'
import { handleStaffForm, StaffList } from './staff-list.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const staff = shop && (await listStaff(api, { vendor: shop.id }))
  return {
    shop,
    staff,
    byPhone: (await readAuthSettings({ call: context.get(authFetchContext) })).phone,
    key: crypto.randomUUID(),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return handleStaffForm(context.get(apiContext), await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Staff who hand over and deliver for a shop. */
export default function ShopStaff({ loaderData: { shop, staff, byPhone, key }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading lead="People who hand over or deliver for your shop. They see names and goods, and no money.">
        Staff
      </PageHeading>
      {shop && staff ? (
        <>
          <ShopNotice shop={shop} />
          <StaffList staff={staff} result={actionData} formKey={key} byPhone={byPhone} places={[]} />
        </>
      ) : (
        <NoShop />
      )}
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Staff', 'Who hands over and delivers for your shop.')
