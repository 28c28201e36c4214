import { type BulkAct, type BulkList, bulkRows, commandRun, UNDO_REASON } from '#web/desk/lists/bulk/bulk-act.ts'
import { hideAct, judgedState, keepAct } from '#web/desk/lists/bulk/hide-act.ts'
import type { ModeratedQuestion } from '../question-queries.ts'

/** Questions that staff hide together. */
export const questionBulk: BulkList = {
  noun: { one: 'question', many: 'questions' },
  acts: {
    hide: hideAct(judge(true), judge(null, UNDO_REASON)),
    keep: keepAct(judge(false), judge(null, UNDO_REASON)),
  },
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

/** Null takes a decision back. `own`: a reason that is not typed. */
function judge(hide: boolean | null, own?: string): BulkAct['run'] {
  return async (api, { id }, { key, reason }) =>
    commandRun(await api.command('judge-question', { question_id: id, hide, reason: own ?? reason }, key), '')
}
