import { Form, redirect } from 'react-router'
import { optional, picture } from '#domain/forms/validation.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { NoShop } from '#web/desk/shop/shop-notice.tsx'
import { storePictures } from '#web/desk/shop/store-pictures.ts'
import { keepInputOffline, openForm, reject } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice, writeOutcome } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { basinPaths } from '#web/ui/cards/basin-paths.ts'
import { PictureField, readPicture } from '#web/ui/fields/picture-field.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
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

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const { userId } = context.get(viewerContext)
  const submitted = await request.formData()
  const { fault } = await storePictures({ api, userId }, submitted)
  const form = openForm(submitted, readLogo)
  if (fault) return reject(form, { errors: { picture: fault } })
  const checked = optional(picture({ label: 'Picture' }))(form.field('picture'))
  if ('error' in checked) return reject(form, { errors: { picture: checked.error } })
  const written = await api.tables
    .from('vendors')
    .update({ logo_url: checked.value })
    .eq('owner_id', userId ?? '')
    .select('id')
  const outcome = writeOutcome(written, { done: '', failed: 'The picture could not be saved.' })
  if (outcome.ok) return redirect('/vendor/dashboard')
  return reject(form, outcome)
}

const readLogo = (form: FormData) => ({ picture: readPicture(form) })

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args, { readValues: readLogo })

export const shouldRevalidate = revalidateUnlessOffline

export default function ShopPicture({ loaderData: { shop, pictures }, actionData }: Route.ComponentProps) {
  const { form, errors, values } = useFormFields(actionData)
  return (
    <>
      <PageHeading lead="Beside your shop’s name, wherever buyers read it. A face or a stall says more than a sign.">
        Your shop’s picture
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      {shop ? (
        <Form ref={form} method="post" encType="multipart/form-data" className="grid max-w-[720px] gap-5">
          <PictureField
            label="Picture"
            value={values ? values.picture : shop.logo_url}
            error={errors.picture}
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
