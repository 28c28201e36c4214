import { brand } from '#domain/brand/brand.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LegalPage } from './legal-page.tsx'
import { legalSummaries } from './legal-summaries.ts'
import { privacyRights } from './privacy-rights.tsx'
import { privacyUse } from './privacy-use.tsx'

export default function PrivacyPolicy() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead={`What ${brand.name} knows about you, why, who else sees it, and what you can ask us to do.`}
      summary={legalSummaries.privacy}
      sections={[...privacyUse, ...privacyRights]}
    />
  )
}

export const meta = () =>
  pageMeta('Privacy Policy', 'What we keep about you, why, for how long, who else sees it, and your rights.')
