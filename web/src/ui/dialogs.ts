import { loadOverlayHost } from './overlays.tsx';

/** The text of the browser's own dialogs, the fallback if the code of ours cannot be fetched. */
const toPlainText = ({ title, message }: DialogMessage) => `${title}\n\n${message}`;

export interface DialogMessage {
  title: string;
  message: string;
}

export interface Question extends DialogMessage {
  confirmLabel: string;
  /** Makes the button red and does not focus it first. */
  isDanger?: boolean;
}

/** Returns whether the user agreed; closing the dialog counts as no. */
export async function askToConfirm(question: Question): Promise<boolean> {
  const host = await loadOverlayHost();
  return host ? host.askQuestion(question) : window.confirm(toPlainText(question));
}

export interface TextQuestion extends Question {
  label: string;
  maxLength: number;
  /** Common texts to choose from; the user can write their own instead. */
  choices?: readonly string[];
  isRequired?: boolean;
}

/** Returns the text, which may be empty unless it is required, or null if the user cancelled. */
export async function askForText(question: TextQuestion): Promise<string | null> {
  const host = await loadOverlayHost();
  if (host) return host.askTextQuestion(question);
  const text = window.prompt(toPlainText(question));
  return question.isRequired ? text?.trim() || null : text;
}

/** Resolves when the user has closed the dialog. */
export async function showAlert(message: DialogMessage): Promise<void> {
  const host = await loadOverlayHost();
  return host ? host.showMessage(message) : window.alert(toPlainText(message));
}
