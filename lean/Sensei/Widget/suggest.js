// The infoview's panel for the goal at the cursor: asks for tactics, shows those that run, inserts one.
//
// A plain ES module. React and the infoview come from the editor. `scripts/gen_widget` puts this text
// into Javascript.lean.
import * as React from 'react'
import { EditorContext, RpcContext } from '@leanprover/infoview'

const e = React.createElement

export default function SuggestPanel(props) {
  const rpc = React.useContext(RpcContext)
  const editor = React.useContext(EditorContext)
  const [answer, setAnswer] = React.useState(null)
  const place = `${props.pos.uri}:${props.pos.line}:${props.pos.character}`
  // What was asked at another place says nothing here.
  React.useEffect(() => { setAnswer(null) }, [place])

  const ask = async () => {
    setAnswer({ waiting: true })
    try {
      const { line, character } = props.pos
      setAnswer(await rpc.call('Sensei.suggestAt', { line, character }))
    } catch (error) {
      setAnswer({ message: error && error.message ? error.message : String(error) })
    }
  }
  const apply = suggestion => editor.api.applyEdit({
    changes: { [props.pos.uri]: [{ range: suggestion.range, newText: suggestion.newText }] } })

  return e('details', { open: true, className: 'sensei-suggest' },
    e('summary', { className: 'mv2 pointer' }, 'Suggestions'),
    e('div', { className: 'ml1' },
      answer && answer.waiting
        ? e('span', { className: 'sensei-status' }, 'asking')
        : e('button', { className: 'sensei-ask', onClick: ask }, 'Suggest tactics for this goal'),
      answer && answer.message ? e('div', { className: 'sensei-status' }, answer.message) : null,
      answer && answer.suggestions
        ? answer.suggestions.map((suggestion, i) => e('div', { key: i, className: 'sensei-suggestion' },
            e('button', { className: 'sensei-apply', onClick: () => apply(suggestion) }, 'Apply'),
            e('code', { className: 'ml2 font-code' }, suggestion.tactic),
            suggestion.goals.length === 0 ? ' no goals left'
              : e('pre', { className: 'font-code ml2' }, suggestion.goals.join('\n\n'))))
        : null))
}
