import { Form, redirect, useNavigation } from 'react-router'
import { checkShopChange } from '#domain/vendors/shop-change.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { NoShop } from '#web/desk/shop/shop-notice.tsx'
import { type FormResult, readForm, reject, rejectCommand } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { readOwnShop } from '../sign-up/queries.ts'
import { listShopChanges } from '../staff/queries.ts'
import type { Route } from './+types/shop-details.ts'
import { ShopChange } from './shop-changes.tsx'
import { ShopTabs } from './shop-tabs.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { shop } = await readOwnShop(api, context.get(viewerContext).userId ?? '')
  const changes = shop ? await listShopChanges(api, shop.id) : []
  return {
    shop,
    changes,
    done: choiceParam(url.searchParams, 'done', ['asked', 'withdrawn']),
    key: crypto.randomUUID(),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const withdrawn = form.field('withdraw')
  if (withdrawn) {
    const done = await api.command('withdraw-shop-change', { shop_change_id: withdrawn })
    return done.ok ? redirect('/vendor/shop?done=withdrawn') : rejectCommand(form, done)
  }
  const checked = checkShopChange(form.values)
  if (!checked.ok) return reject(form, { errors: checked.errors })
  const done = await api.command('request-shop-change', checked.value, form.key)
  return done.ok ? redirect('/vendor/shop?done=asked') : rejectCommand(form, done)
}

export const shouldRevalidate = revalidateUnlessOffline

/** The approved details of the shop, and a form to request a change. */
export default function ShopDetails({ loaderData: { shop, changes, done, key }, actionData }: Route.ComponentProps) {
  if (!shop) return <NoShop />
  const [open] = changes.filter(({ status }) => status === 'open')
  const decided = changes.filter(({ status }) => status !== 'open')
  return (
    <>
      <PageHeading lead="What we approved your shop with. A manager of your state approves every change.">
        Shop details
      </PageHeading>
      <ShopTabs current="details" />
      {done && (
        <Notice tone="success" className="mb-5">
          {done === 'asked' ? 'Your request is sent. We will tell you the decision.' : 'Your request is withdrawn.'}
        </Notice>
      )}
      <OutcomeNotice outcome={actionData} />
      <div className="grid max-w-[720px] gap-10">
        <DataList
          facts={[
            { label: 'Business name', value: shop.business_name },
            { label: 'Registration number', value: shop.details?.registration_number ?? 'not given' },
            { label: 'Address', value: shop.details?.address ?? 'not given' },
          ]}
        />
        {open && (
          <section aria-labelledby="asked">
            <SectionHeading id="asked">Your request</SectionHeading>
            <ShopChange change={open} />
            <Form method="post" className="mt-4">
              <Button name="withdraw" value={open.id} tone="plain" size="small">
                Withdraw request
              </Button>
            </Form>
          </section>
        )}
        <ChangeRequestForm status={shop.status} replaces={open !== undefined} sendKey={key} result={actionData} />
        {decided.length > 0 && (
          <section aria-labelledby="earlier">
            <SectionHeading id="earlier">Earlier requests</SectionHeading>
            <ul className="grid gap-6">
              {decided.map((change) => (
                <li key={change.id}>
                  <ShopChange change={change} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  )
}

interface ChangeRequestFormProps {
  status: string
  /** A new request replaces the open one. */
  replaces: boolean
  sendKey: string
  result: FormResult | undefined
}

function ChangeRequestForm({ status, replaces, sendKey, result }: ChangeRequestFormProps) {
  const busy = useNavigation().state === 'submitting'
  const { form, field } = useFormFields(result)
  if (status === 'suspended') {
    return (
      <Notice tone="warning">Your shop is suspended, so nothing about it can be changed. Write to us first.</Notice>
    )
  }
  if (status !== 'active') {
    return <Notice tone="info">Your shop is not approved yet. Correct your application instead.</Notice>
  }
  return (
    <section aria-labelledby="ask">
      <SectionHeading id="ask">{replaces ? 'Request something else' : 'Request a change'}</SectionHeading>
      <Form ref={form} method="post" noValidate className="grid gap-5">
        <input type="hidden" name="key" value={sendKey} />
        <TextField label="New business name" {...field('business_name', '')} required={false} maxLength={80} />
        <TextField
          label="New registration number"
          {...field('registration_number', '')}
          required={false}
          maxLength={40}
        />
        <TextArea label="New address" {...field('address', '')} required={false} maxLength={300} rows={2} />
        <TextArea
          label="Why"
          {...field('reason', '')}
          required
          maxLength={500}
          rows={3}
          hint="The manager reads it. Leave empty above what stays as it is."
        />
        <Button type="submit" className="justify-self-start" busy={busy} busyLabel="Sending">
          Send request
        </Button>
      </Form>
    </section>
  )
}

export const meta: Route.MetaFunction = () =>
  pageMeta('Shop details', 'Name, registration number and address of your shop.')
