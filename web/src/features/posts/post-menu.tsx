import { t } from '@lingui/core/macro';
import type { Post } from '@lop-xanh/contract/posts';
import { Menu } from '@mantine/core';
import { IconArrowBackUp, IconWorldOff } from '@tabler/icons-react';
import type { MenuTarget } from '../../ui/lazy-menu.tsx';
import { OpenMenu } from '../../ui/open-menu.tsx';
import { useWithdrawal } from './use-withdrawal.ts';

export function PostMenu({ button, post }: { button: MenuTarget; post: Post }) {
  const { withdraw, restore } = useWithdrawal(post);
  return (
    <OpenMenu button={button}>
      {post.can.withdraw && (
        <Menu.Item
          c="var(--clay-text)"
          leftSection={<IconWorldOff size={20} aria-hidden />}
          onClick={() => void withdraw()}
        >
          {t`Gỡ bài viết…`}
        </Menu.Item>
      )}
      {post.can.restore && (
        <Menu.Item
          leftSection={<IconArrowBackUp size={20} aria-hidden />}
          onClick={() => void restore()}
        >
          {t`Đăng lại bài viết`}
        </Menu.Item>
      )}
    </OpenMenu>
  );
}
