import { type ActDescribers, type Fields, textOf } from '#domain/acts/act.ts'

export const dataProtectionActs = {
  'data-request.open': ({ after }) => [' entered ', requestOf(after), '.'],
  'data-request.take': ({ after }) => [' took over ', requestOf(after), '.'],
  'data-request.extend': ({ after }) => [' extended ', requestOf(after), `: ${reasonOf(after)}`],
  'data-request.fulfil': ({ after }) => [' fulfilled ', requestOf(after), `: ${reasonOf(after)}`],
  'data-request.refuse': ({ after }) => [' refused ', requestOf(after), `: ${reasonOf(after)}`],
  'data-request.agree': ({ after }) => [' agreed to the erasure asked for by ', requestOf(after), '.'],
  'data-request.erase': ({ after }) => [' confirmed the erasure asked for by ', requestOf(after), '.'],
  'data-export.make': ({ after }) => [' made the file of a person ready for ', requestOf(after), '.'],
  'data-export.take': ({ after }) => [' downloaded the file of a person for ', requestOf(after), '.'],
  'data-incident.open': ({ after }) => [' opened the incident ', incidentOf(after), '.'],
  'data-incident.save': ({ after }) => [' changed the incident ', incidentOf(after), '.'],
  'data-incident.close': ({ after }) => [' closed the incident ', incidentOf(after), '.'],
} satisfies ActDescribers

const requestOf = ({ request_no: number }: Fields) => ({ name: `data request ${String(number ?? '')}`.trim() })
const incidentOf = ({ title }: Fields) => ({ name: textOf(title) ?? 'without a title' })
const reasonOf = ({ reason }: Fields): string => textOf(reason) ?? 'no reason is recorded'
