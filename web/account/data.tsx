import { brand } from '#domain/brand.ts'
import { titled } from '#web/layouts/titled.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/data.ts'

export default function MyData() {
  return (
    <>
      <PageHeading lead={`Everything ${brand.name} keeps under your name, in one file.`}>My data</PageHeading>
      <div className="grid max-w-measure gap-4">
        <p>
          The file holds your account, your profile, orders, referrals, shop and messages as JSON, which other programs
          can read. It is made at the moment you ask for it and is not kept.
        </p>
        <p>
          <a href="/account/data.json" download className={buttonClass({ tone: 'primary' })}>
            Download my data
          </a>
        </p>
        <p className="text-link text-soft">
          To close your account, write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>. What tax
          law asks us to keep stays without your name.
        </p>
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('My data', 'Download what is kept under your name.')
