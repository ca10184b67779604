// The infoview's view of a proof search: the tree as it grows, what came of it, a button that ends it.
//
// A plain ES module. React and the infoview come from the editor. `scripts/gen_widget` puts this text
// into Javascript.lean.
import * as React from 'react'
import { EditorContext, RpcContext } from '@leanprover/infoview'

const e = React.createElement
const POLL_MS = 300
const SHOWN_NODES = 400

/** The tree that a list of events makes: nodes by number, each with the tactics that ran on it. */
export function treeOf(events) {
  const tree = { nodes: new Map(), waiting: null, claimed: null, verdict: null, ended: null,
    failed: null, expansions: 0 }
  const node = (id, goals) => {
    if (!tree.nodes.has(id)) {
      tree.nodes.set(id, { id, goals: [], edges: [], above: [], expanded: false, proved: false })
    }
    const found = tree.nodes.get(id)
    if (goals && goals.length) found.goals = goals
    return found
  }
  const prove = id => {
    const todo = [id]
    while (todo.length) {
      const at = tree.nodes.get(todo.pop())
      if (at.proved || !at.edges.some(edge => edge.parts.every(p => tree.nodes.get(p).proved))) continue
      at.proved = true
      todo.push(...at.above)
    }
  }
  for (const event of events) {
    switch (event.kind) {
      case 'queued': tree.waiting = event.ahead; break
      case 'opened': tree.waiting = null; node(0, event.goals); break
      case 'expanded':
        for (const id of event.nodes) node(id).expanded = true
        tree.expansions += event.nodes.length
        break
      case 'advanced': {
        const parts = event.parts.map(p => node(p.node, p.goals).id)
        node(event.node).edges.push({ tactic: event.tactic, parts })
        for (const id of parts) tree.nodes.get(id).above.push(event.node)
        prove(event.node)
        break
      }
      case 'claimed': tree.claimed = event.proof; break
      case 'verdict': tree.verdict = event; break
      case 'ended': tree.ended = event; break
      case 'error': tree.failed = event.message; break
    }
  }
  return tree
}

/** One line about where the search is. */
export function statusOf(tree, progress) {
  if (tree.failed) return `failed: ${tree.failed}`
  if (progress.result) return progress.result
  if (tree.ended) {
    const { modelCalls, tacticCalls, milliseconds } = tree.ended
    return `${tree.ended.status}: ${modelCalls} states, ${tacticCalls} tactics, ${(milliseconds / 1000).toFixed(1)} s`
  }
  if (progress.ended) return 'ended'
  if (tree.claimed) return 'a proof was found; it is being verified'
  if (tree.nodes.size) return `searching: ${tree.expansions} states, ${tree.nodes.size} goals`
  if (tree.waiting !== null) return `waiting, ${tree.waiting} before this one`
  return 'opening the file'
}

const lastLine = goals => (goals[0] || '').split('\n').pop() + (goals.length > 1 ? ` (+${goals.length - 1})` : '')
const stateOf = node => node.proved ? 'proved' : node.expanded ? 'tried' : 'open'
const MARKS = { proved: '✓', tried: '·', open: '○' }
const COLOURS = {
  proved: 'var(--vscode-testing-iconPassed, #388a34)',
  tried: 'var(--vscode-descriptionForeground, #717171)',
  open: 'inherit',
}

/** A node with all below it; a goal that was shown already is only named. */
function Node({ tree, id, tactic, seen }) {
  const node = tree.nodes.get(id)
  const again = seen.has(id)
  seen.add(id)
  const state = stateOf(node)
  const label = e('span', { className: `sensei-node sensei-${state}`, style: { color: COLOURS[state] },
    title: node.goals.join('\n\n') },
    `${MARKS[state]} `,
    tactic === undefined ? null : e('code', { className: 'sensei-tactic' }, tactic),
    tactic === undefined ? null : ' ⟶ ',
    lastLine(node.goals) + (again ? ' (above)' : ''))
  if (again || node.edges.length === 0 || seen.size > SHOWN_NODES) {
    return e('div', { style: { marginLeft: '1em' } }, label)
  }
  const below = node.edges.map((edge, i) => edge.parts.length === 0
    ? e('div', { key: i, className: 'sensei-closed', style: { marginLeft: '1em', color: COLOURS.proved } },
        '✓ ', e('code', { className: 'sensei-tactic' }, edge.tactic))
    : edge.parts.map((part, j) => e(Node, { key: `${i}.${j}`, tree, id: part, tactic: edge.tactic, seen })))
  return e('details', { open: true, style: { marginLeft: '1em' } }, e('summary', null, label), below)
}

export default function SearchView(props) {
  const rpc = React.useContext(RpcContext)
  const editor = React.useContext(EditorContext)
  const [progress, setProgress] = React.useState({ events: [], ended: false })
  const [fault, setFault] = React.useState(null)

  React.useEffect(() => {
    let gone = false
    let timer
    let events = []
    const poll = async () => {
      try {
        const more = await rpc.call('Sensei.searchProgress', { id: props.id, after: events.length })
        if (gone) return
        events = [...events, ...more.events]
        setProgress({ ...more, events })
        if (more.ended) return
      } catch (error) {
        if (!gone) setFault(error && error.message ? error.message : String(error))
        return
      }
      timer = setTimeout(poll, POLL_MS)
    }
    poll()
    return () => { gone = true; clearTimeout(timer) }
  }, [props.id])

  const tree = treeOf(progress.events)
  const cancel = () => rpc.call('Sensei.cancelSearch', { id: props.id })
  const apply = () => editor.api.applyEdit({
    changes: { [props.pos.uri]: [{ range: props.range, newText: progress.found }] } })

  return e('details', { open: true, className: 'sensei-search' },
    e('summary', { className: 'mv2 pointer' }, 'Proof search'),
    e('div', { className: 'ml1' },
      e('div', { className: 'sensei-status' }, fault === null ? statusOf(tree, progress) : fault,
        progress.ended || fault !== null ? null
          : e('button', { className: 'sensei-cancel ml2', onClick: cancel }, 'Cancel')),
      progress.found
        ? e('div', { className: 'sensei-found' },
            e('button', { className: 'sensei-apply', onClick: apply }, 'Apply'),
            e('pre', { className: 'font-code' }, progress.found))
        : null,
      tree.nodes.has(0)
        ? e('div', { className: 'sensei-tree font-code' }, e(Node, { tree, id: 0, seen: new Set() }))
        : null))
}
