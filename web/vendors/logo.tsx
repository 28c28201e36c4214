import { data, Form, redirect } from 'react-router'
import { errorTexts } from '#domain/texts/errors.ts'
import { picture } from '#domain/validation.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { type ActionOutcome, OutcomeNotice, writeOutcome } from '#web/desk/outcome.tsx'
import { NoShop } from '#web/desk/shop-notice.tsx'
import { storePictures } from '#web/desk/store-pictures.ts'
import { revalidateUnlessOffline, withOfflineFallback } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { basinPaths } from '#web/ui/basin-paths.ts'
import { FormButtons } from '#web/ui/form-fields.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { PictureField, readPicture } from '#web/ui/picture-field.tsx'
import type { Route } from './+types/logo.ts'

/** Form for the picture beside a shop's name. */
export async function loader({ context }: Route.LoaderArgs) {
  const { data: shop } = await context
    .get(apiContext)
    .tables.from('vendors')
    .select('id, logo_url')
    .eq('owner_id', context.get(viewerContext).userId ?? '')
    .maybeSingle()
  return { shop, pictures: basinPaths }
}

interface LogoFormFailure {
  error: string | null
  value: string
  outcome: ActionOutcome | null
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const form = await request.formData()
  const { fault } = await storePictures({ api, userId }, form)
  const value = readPicture(form)
  const checked = value === '' ? { value: null } : picture({ label: 'Picture' })(value)
  if (fault || 'error' in checked) {
    const error = fault ?? ('error' in checked ? checked.error : null)
    return data({ error, value, outcome: null } satisfies LogoFormFailure, 400)
  }
  const written = await api.tables
    .from('vendors')
    .update({ logo_url: checked.value })
    .eq('owner_id', userId ?? '')
    .select('id')
  const outcome = writeOutcome(written, { done: '', failed: 'The picture could not be saved.' })
  if (outcome.ok) return redirect('/vendor/dashboard')
  return data({ error: null, value, outcome } satisfies LogoFormFailure, 409)
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const value = readPicture(await request.clone().formData())
  return withOfflineFallback(
    serverAction,
    () => ({ error: null, value, outcome: { ok: false, text: errorTexts.offline } }) satisfies LogoFormFailure,
  )
}

export const shouldRevalidate = revalidateUnlessOffline

export default function ShopPicture({ loaderData: { shop, pictures }, actionData }: Route.ComponentProps) {
  const refused: LogoFormFailure | undefined = actionData
  return (
    <>
      <PageHeading lead="Beside your shop’s name, wherever buyers read it. A face or a stall says more than a sign.">
        Your shop’s picture
      </PageHeading>
      <OutcomeNotice outcome={refused?.outcome} />
      {shop ? (
        <Form method="post" encType="multipart/form-data" className="grid max-w-[720px] gap-5">
          <PictureField
            label="Picture"
            value={refused ? refused.value : shop.logo_url}
            error={refused?.error ?? undefined}
            pictures={pictures}
          />
          <FormButtons back="/vendor/dashboard">Save picture</FormButtons>
        </Form>
      ) : (
        <NoShop />
      )}
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Your shop’s picture', 'The picture beside your shop’s name.')
