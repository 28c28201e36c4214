import { type BulkList, bulkRows } from '#web/desk/lists/bulk/bulk-act.ts'
import { judgedState, verdictActs } from '#web/desk/lists/bulk/hide-act.ts'
import type { ModeratedQuestion } from '../question-queries.ts'

/** Questions that staff hide together. */
export const questionBulk: BulkList = {
  noun: { one: 'question', many: 'questions' },
  acts: verdictActs((api, { id, hide, reason }, key) =>
    api.command('judge-question', { question_id: id, hide, reason }, key),
  ),
  async read({ tables }, ids) {
    const found = await tables
      .from('judged_questions')
      .select('*')
      .in('id', ids)
      .overrideTypes<ModeratedQuestion[], { merge: false }>()
    return bulkRows(found, (question) => ({
      id: question.id,
      name: `${question.product_name}: ${question.question}`,
      state: judgedState(question),
    }))
  },
}
