import { type ActDescribers, textOf } from '#domain/acts/act.ts'

export const ajoActs = {
  'ajo-circle.end': ({ after }) => [
    ` ended the circle of ajo ${textOf(after.name) ?? ''}: ${textOf(after.reason) ?? ''}`,
  ],
} satisfies ActDescribers
