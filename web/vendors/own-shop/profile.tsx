import { Form, Link, redirect } from 'react-router'
import { shownPhone } from '#domain/forms/phone.ts'
import { checkShopProfile, MAX_DESCRIPTION } from '#domain/vendors/shop-profile.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { HoursField, readHours } from '#web/desk/hours-field.tsx'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { storePictures } from '#web/desk/shop/store-pictures.ts'
import { PictureField, readPicture } from '#web/files/pictures/picture-field.tsx'
import { formValues, keepInputOffline, openForm, reject, rejectCommand } from '#web/forms/form.ts'
import { FormButtons, useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { basinPaths } from '#web/ui/cards/basin-paths.ts'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/profile.ts'
import { readShopProfile, type ShopProfileRow } from './profile-queries.ts'
import { ShopTabs } from './shop-tabs.tsx'
import '#web/theme/desk.css'

export async function loader({ context, url }: Route.LoaderArgs) {
  return {
    shop: await readShopProfile(context.get(apiContext), context.get(viewerContext).userId),
    done: choiceParam(url.searchParams, 'done', ['saved']),
    pictures: basinPaths,
    key: crypto.randomUUID(),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const submitted = await request.formData()
  const { fault } = await storePictures({ api, userId: context.get(viewerContext).userId }, submitted)
  const form = openForm(submitted, readProfile)
  if (fault) return reject(form, { errors: { logo_url: fault } })
  const checked = checkShopProfile({ ...form.values, opening_hours: readHours(form.values) })
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const saved = await api.command('save-shop-profile', checked.value, form.key)
  return saved.ok ? redirect('/vendor/profile?done=saved') : rejectCommand(form, saved)
}

const readProfile = (form: FormData) => ({ ...formValues(form), logo_url: readPicture(form) })

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args, { readValues: readProfile })

export const shouldRevalidate = revalidateUnlessOffline

/** The facts about a shop that its vendor changes at once. */
export default function ShopProfile({ loaderData, actionData }: Route.ComponentProps) {
  const { shop, done } = loaderData
  if (!shop) return <NoShop title="Your shop’s profile" />
  return (
    <>
      <PageHeading
        lead={
          shop.status === 'active' && (
            <>
              Saved at once, for every buyer.{' '}
              <Link to={`/shop/${shop.id}`} className="text-link">
                See your shop as buyers do
              </Link>
            </>
          )
        }
      >
        Your shop’s profile
      </PageHeading>
      <ShopTabs current="profile" />
      <ShopNotice shop={shop} />
      {done && (
        <Notice tone="success" className="mb-5">
          Your profile is saved. Buyers see it now.
        </Notice>
      )}
      <OutcomeNotice outcome={actionData} />
      {shop.status === 'active' && (
        <ProfileForm {...loaderData} key={shop.updated_at} shop={shop} result={actionData} />
      )}
      <section aria-labelledby="approved" className="mt-10 max-w-[720px]">
        <SectionHeading id="approved">Approved by a manager</SectionHeading>
        <DataList
          facts={[
            { label: 'Business name', value: shop.business_name },
            { label: 'Registration number', value: shop.details?.registration_number ?? 'not given' },
            { label: 'Address', value: shop.details?.address ?? 'not given' },
            { label: 'State', value: shop.state },
          ]}
        />
        <Link to="/vendor/shop" className="mt-2 inline-flex min-h-11 items-center text-link">
          Ask for a change of name, number or address
        </Link>
      </section>
    </>
  )
}

interface ProfileFormProps {
  shop: ShopProfileRow
  pictures: readonly string[]
  /** For its idempotency. */
  key: string
  result: Route.ComponentProps['actionData']
}

function ProfileForm({ shop, pictures, result }: ProfileFormProps) {
  const { form, field, errors, values } = useFormFields(result)
  return (
    <Form ref={form} method="post" encType="multipart/form-data" noValidate className="grid max-w-[720px] gap-5">
      <input type="hidden" name="seen" value={values?.seen ?? shop.updated_at} />
      <TextArea
        label="Description"
        {...field('description', shop.description)}
        required
        rows={4}
        maxLength={MAX_DESCRIPTION}
        hint="What you sell, where it comes from, since when."
      />
      <div className="field-row grid gap-x-5 sm:grid-cols-2">
        <TextField label="City or town" {...field('location', shop.location)} required maxLength={60} />
        <TextField
          label="Phone"
          type="tel"
          {...field('phone', shop.details?.phone && shownPhone(shop.details.phone))}
          required
          maxLength={30}
          hint="For our staff and riders. Buyers do not see it."
        />
      </div>
      <PictureField
        label="Picture"
        value={values ? values.logo_url : shop.logo_url}
        error={errors.logo_url}
        pictures={pictures}
      />
      <HoursField
        legend="Opening hours"
        hint="Leave both times of a day empty if you are closed. A second time is for after a break."
        stored={shop.opening_hours}
        usual={{ opens: '08:00', closes: '18:00' }}
        values={values}
        error={errors.opening_hours}
      />
      <FormButtons back="/vendor/dashboard">Save profile</FormButtons>
    </Form>
  )
}

export const meta: Route.MetaFunction = () =>
  pageMeta('Your shop’s profile', 'Description, picture, phone and opening hours of your shop.')
