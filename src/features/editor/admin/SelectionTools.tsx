import { TextSelection } from '@tiptap/pm/state'
import { type Editor, useEditorState } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import { Link as LinkIcon, type LucideIcon } from 'lucide-react'
import { blockTools, markTools, runTool } from '#features/blocks/admin/rich-text-tools.ts'
import { phrase } from '#kernel/text/phrase.ts'
import { partAt } from './article-editor.ts'

const tools = () => [...markTools(), ...blockTools()]

/** Tools next to the selected text. Only for the pointer: the keyboard has the toolbar and the shortcuts. */
export function SelectionTools({ editor, onLink }: { editor: Editor; onLink: () => void }) {
  const active = useEditorState({
    editor,
    // Typing must not wait for tools that are not shown.
    selector: ({ editor }) =>
      editor.state.selection.empty
        ? ''
        : tools()
            .flatMap(({ name, isActive }) => (isActive?.(editor) ? name : []))
            .join('\n'),
  })
  return (
    <BubbleMenu
      aria-hidden
      editor={editor}
      updateDelay={150}
      options={{ placement: 'top', offset: 8 }}
      shouldShow={({ editor, state, view }) =>
        editor.isEditable &&
        view.hasFocus() &&
        state.selection instanceof TextSelection &&
        !state.selection.empty &&
        partAt(state).name === 'body'
      }
      className="selection-tools"
    >
      {tools().map((tool) => (
        <BubbleButton
          key={tool.name}
          name={tool.name}
          Icon={tool.Icon}
          isActive={active.split('\n').includes(tool.name)}
          onClick={() => runTool(tool, editor)}
        />
      ))}
      <BubbleButton name={phrase('Link')} Icon={LinkIcon} isActive={false} onClick={onLink} />
    </BubbleMenu>
  )
}

type Props = { name: string; Icon: LucideIcon; isActive: boolean; onClick: () => void }

function BubbleButton({ name, Icon, isActive, onClick }: Props) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={name}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
      className={`admin-icon-button ${isActive ? 'bg-wash text-ink!' : ''}`}
    >
      <Icon aria-hidden size={16} />
    </button>
  )
}
