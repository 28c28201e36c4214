import type { Feature } from '#server/feature.ts'
import { publishDuePosts } from './publish-due-posts.ts'

export const blog: Feature = {
  commands: {},
  jobs: ({ database }) => ({
    'publish-due-posts': { run: () => publishDuePosts(database), everySeconds: 60 },
  }),
}
