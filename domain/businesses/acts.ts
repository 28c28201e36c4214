import { type ActDescribers, type Fields, textOf } from '#domain/acts/act.ts'

export const businessActs = {
  'business.verify': ({ after }) => [' verified the company ', nameOf(after), `${reasonOf(after)}.`],
  'business.change': ({ before, after }) => [' let the company ', nameOf(before), ' be called ', nameOf(after), '.'],
  'business.refuse': ({ after }) => [' did not verify the company ', nameOf(after), `${reasonOf(after)}.`],
  'business.keep': ({ after }) => [' refused a change of the company ', nameOf(after), `${reasonOf(after)}.`],
  'business.withdraw': ({ after }) => [
    ' took back the verification of the company ',
    nameOf(after),
    `${reasonOf(after)}.`,
  ],
  'business.pass': ({ after }) => [' made somebody else the owner of the company ', nameOf(after), '.'],
  'business.close': ({ before }) => [' closed the company ', nameOf(before), '.'],
} satisfies ActDescribers

const nameOf = ({ name }: Fields) => ({ name: textOf(name) ?? 'a company' })

const reasonOf = ({ note }: Fields): string => {
  const reason = textOf(note)
  return reason ? `: ${reason}` : ''
}
